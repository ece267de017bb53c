import type { ReactNode } from "react";

type RadioCardProps = {
  id: string;
  name: string;
  value: string;
  label: ReactNode;
  detail?: ReactNode;
  defaultChecked?: boolean;
};

const card =
  "flex min-h-tap cursor-pointer items-start gap-s3 rounded-r1 border border-line-strong bg-surface px-s4 py-s3 " +
  "hover:border-text has-checked:border-action has-checked:ring-1 has-checked:ring-action has-checked:ring-inset " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

/** One native radio button; the whole card is the target. For a list in one piece there is RadioGroup. */
export function RadioCard({ id, name, value, label, detail, defaultChecked }: RadioCardProps) {
  return (
    <label className={card}>
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        className="mt-0.5 size-5 shrink-0 accent-action focus-visible:shadow-none focus-visible:outline-none"
      />
      <span>
        <span className="block">{label}</span>
        {detail ? <span className="block text-t1 text-muted">{detail}</span> : null}
      </span>
    </label>
  );
}
