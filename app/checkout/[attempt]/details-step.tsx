import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { PageTitle } from "@/app/_ui/page-title";
import { SelectField } from "@/app/_ui/select-field";
import type { Cart } from "@/server/domain/cart";
import { formatMoney } from "@/server/domain/money";
import { countries } from "../countries";
import type { CheckedDetails, DetailField, Typed } from "./check-details";
import { OrderedElsewhere } from "./ordered-elsewhere";

type DetailsStepProps = { attempt: string; cart: Cart; typed: Typed; checked: CheckedDetails };

/** Contact and address on one page. Nothing is charged here, and what was typed survives every mistake. */
export function DetailsStep({ attempt, cart, typed, checked }: DetailsStepProps) {
  const mistakes = checked.kind === "mistakes" ? [...checked.mistakes] : [];
  const field = (name: DetailField) => ({
    name,
    defaultValue: typed[name] ?? "",
    error: mistakes.find(([of]) => of === name)?.[1],
  });
  return (
    <>
      {mistakes.length === 0 ? null : (
        <div className="mb-s5">
          <ErrorSummary problems={mistakes.map(([fieldId, message]) => ({ fieldId, message }))} />
        </div>
      )}
      <PageTitle
        above="Checkout, step 1 of 2"
        lead={`${pieces(cart)} for ${formatMoney(cart.total)}. You can check everything before you pay.`}
      >
        Your details
      </PageTitle>
      <OrderedElsewhere cartId={cart.id} />
      <form
        method="post"
        action={`/api/forms/checkout/${attempt}/details`}
        noValidate
        className="grid max-w-measure gap-s5"
      >
        <Group legend="Contact">
          <Field
            {...field("email")}
            label="Email address"
            type="email"
            autoComplete="email"
            hint="We send the receipt there."
          />
        </Group>
        <Group legend="Delivery address">
          <Field {...field("name")} label="Full name" autoComplete="name" />
          <Field {...field("line1")} label="Address" autoComplete="address-line1" />
          <Field {...field("line2")} label="Second address line (optional)" autoComplete="address-line2" />
          <Field {...field("postcode")} label="Postcode" autoComplete="postal-code" />
          <Field {...field("city")} label="Town or city" autoComplete="address-level2" />
          <SelectField {...field("country")} label="Country" autoComplete="country">
            <option value="">Choose a country</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </Group>
        <div>
          <Button>Continue to review</Button>
        </div>
      </form>
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-s4">
      <legend className="mb-s3 font-serif text-t3 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

function pieces({ lines }: Cart): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return count === 1 ? "One piece" : `${count} pieces`;
}
