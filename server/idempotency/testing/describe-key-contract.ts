import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import type { Intention, Subject } from "../contract.ts";
import { isolationStories } from "./isolation-stories.ts";
import { refusalStories } from "./refusal-stories.ts";
import { Stage } from "./stage.ts";
import { waitingStories } from "./waiting-stories.ts";

/**
 * @param name what is tested, for the report
 * @param makeSubject a subject with a database of its own; the suite changes that database's defaults
 */
export function describeKeyContract<I extends Intention>(
  name: string,
  makeSubject: () => Promise<Subject<I>>,
): void {
  describe(`the contract of a key: ${name}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = new Stage(await makeSubject());
    });
    afterEach(() => stage?.closeServers());
    afterAll(() => stage?.subject.close());

    describe.each(["read committed", "repeatable read", "serializable"])(
      "in a database whose default isolation is %s",
      (level) => {
        beforeAll(() => stage.setDefaultIsolation(level));
        afterAll(() => stage.setDefaultIsolation("read committed"));
        for (const [title, story] of Object.entries(isolationStories)) test(title, () => story(stage));
      },
    );
    for (const [title, story] of Object.entries(waitingStories)) test(title, () => story(stage));
    for (const [title, story] of Object.entries(refusalStories)) test(title, () => story(stage));
  });
}
