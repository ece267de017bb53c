import { existsSync, readFileSync } from "node:fs";

const none = { passed: 0, failed: 0, skipped: 0 };

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function countVitest(report) {
  // A file that could not even be loaded has no test in it that could fail.
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright({ stats }) {
  // One that passed only when it was tried again has failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/**
 * @param runner `vitest` or `playwright`
 * @param file its JSON report
 * @param code its exit code: a run that ended badly counts at least one failure, whatever its report says
 */
export function countTests(runner, file, code) {
  const report = readReport(file);
  const count = runner === "vitest" ? countVitest : countPlaywright;
  const counts = report ? count(report) : { ...none };
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
