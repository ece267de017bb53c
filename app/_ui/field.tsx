import type { ComponentProps, ReactNode } from "react";
import { controlLook, describedBy, FieldFrame } from "./field-frame";

type FieldProps = Omit<ComponentProps<"input">, "className" | "aria-describedby" | "aria-invalid"> & {
  /** Also the id, unless one is given, so that an error summary can link to `#name`. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = input.id ?? input.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input type="text" {...input} id={id} {...describedBy(id, hint, error)} className={controlLook} />
    </FieldFrame>
  );
}
