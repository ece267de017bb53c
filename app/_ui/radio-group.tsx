import type { ReactNode } from "react";
import { describedBy } from "./field-frame";
import { InlineError } from "./inline-error";

export type RadioOption = { value: string; label: ReactNode; detail?: ReactNode };

type RadioGroupProps = {
  name: string;
  legend: ReactNode;
  options: readonly RadioOption[];
  hint?: ReactNode;
  error?: ReactNode;
  defaultValue?: string | undefined;
  required?: boolean;
  onChange?: (value: string) => void;
};

const card =
  "flex min-h-tap cursor-pointer items-start gap-s3 rounded-r1 border border-line-strong bg-surface px-s4 py-s3 " +
  "hover:border-text has-checked:border-action has-checked:ring-1 has-checked:ring-action has-checked:ring-inset " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

/** Native radio buttons, one card each: the whole card is the target. The first one's id is the group's name. */
export function RadioGroup(props: RadioGroupProps) {
  const { name, legend, options, hint, error, defaultValue, required, onChange } = props;
  return (
    <fieldset
      {...describedBy(name, hint, error)}
      className={error ? "border-l-3 border-bad pl-s3" : undefined}
    >
      <legend className="font-semibold">{legend}</legend>
      {hint ? (
        <p id={`${name}-hint`} className="text-t1 text-muted">
          {hint}
        </p>
      ) : null}
      {error ? <InlineError id={`${name}-error`}>{error}</InlineError> : null}
      <div className="mt-s2 grid max-w-xl gap-s2">
        {options.map(({ value, label, detail }, index) => (
          <label key={value} className={card}>
            <input
              type="radio"
              id={index === 0 ? name : `${name}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              required={required}
              onChange={onChange ? () => onChange(value) : undefined}
              className="mt-0.5 size-5 shrink-0 accent-action focus-visible:shadow-none focus-visible:outline-none"
            />
            <span>
              <span className="block">{label}</span>
              {detail ? <span className="block text-t1 text-muted">{detail}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
