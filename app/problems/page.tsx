import type { Metadata } from "next";
import { LedgerTable } from "@/app/_ui/ledger-table";
import { PageTitle } from "@/app/_ui/page-title";
import { TextLink } from "@/app/_ui/text-link";
import { problemGroups, problemPageOf } from "./problem-pages";

export const metadata: Metadata = { title: "When something goes wrong" };

export default function ProblemsPage() {
  return (
    <>
      <PageTitle lead="Each page says what happened to your money and your order, whether trying again can charge twice, and what to do. If you are not sure whether you paid, look at your orders first.">
        When something goes wrong
      </PageTitle>
      <p className="mb-s6">
        <TextLink href="/orders">See your orders</TextLink>
      </p>
      <div className="grid max-w-3xl gap-s7">
        {problemGroups.map(({ title, codes }) => (
          <section key={title}>
            <h2 className="mb-s2 font-serif text-t3 font-semibold">{title}</h2>
            <LedgerTable
              caption={title}
              captionHidden
              columns={[
                {
                  key: "problem",
                  header: "What happened",
                  width: "half",
                  cell: (code) => (
                    <TextLink href={`/problems/${code}`}>{problemPageOf(code).heading}</TextLink>
                  ),
                },
                {
                  key: "twice",
                  header: "Can trying again charge twice?",
                  cell: (code) => problemPageOf(code).twice.answer,
                },
              ]}
              rows={codes}
              rowKey={(code) => code}
            />
          </section>
        ))}
      </div>
    </>
  );
}
