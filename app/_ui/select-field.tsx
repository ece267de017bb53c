import type { ComponentProps, ReactNode } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

type SelectFieldProps = Omit<ComponentProps<"select">, "className" | "aria-describedby" | "aria-invalid"> & {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** The `<option>` elements. */
  children: ReactNode;
};

export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  const id = select.id ?? select.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} {...describedBy(id, hint, error)} className={controlLook}>
        {children}
      </select>
    </FieldFrame>
  );
}
