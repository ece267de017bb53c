import { Notice } from "@/app/_ui/notice";
import { ProblemPanel } from "@/app/_ui/problem-panel";
import { isProblem, type OutcomeWords } from "./outcome-words";

export function OutcomePanel({ words: { state, message, more, action } }: { words: OutcomeWords }) {
  const rest = (
    <>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {action ? (
        <p>
          {/* A full page load: what this page holds is out of date. */}
          <a href={action.href} className="link inline-flex min-h-tap items-center font-semibold">
            {action.label}
          </a>
        </p>
      ) : null}
    </>
  );
  if (isProblem(state)) return <ProblemPanel message={message}>{rest}</ProblemPanel>;
  return (
    <Notice kind={state === "unknown" ? "warn" : "ok"} title={message}>
      {rest}
    </Notice>
  );
}
