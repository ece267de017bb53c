// Every shape a caller may send. Strings and lists are bounded, objects are closed, and text is normalised (NFC) before
// anything is hashed, so that two spellings that look alike are one request.
import { z } from "zod";
import { quantityMax } from "./cart.ts";

// Control characters (NUL included) cannot be stored, printed on a parcel or sent in a mail.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controlCharacters = /[\u0000-\u001f\u007f]/;

/** One line of text: 1 to `max` characters after trimming. */
export function text(max: number, label: string) {
  return (
    z
      .string({ error: `Enter ${label}` })
      // Room for blanks around it, and a bound before any work is done on it.
      .max(2 * max, `${capital(label)} must be ${max} characters or fewer`)
      .refine((value) => value.isWellFormed(), `${capital(label)} has characters that cannot be read`)
      .transform((value) => value.normalize("NFC").trim())
      .pipe(
        z
          .string()
          .min(1, `Enter ${label}`)
          .max(max, `${capital(label)} must be ${max} characters or fewer`)
          .refine(
            (value) => !controlCharacters.test(value),
            `${capital(label)} has characters that cannot be used`,
          ),
      )
  );
}

function capital(label: string): string {
  const bare = label.replace(/^(an?|the|your) /, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

export const idSchema = z.uuid("must be a UUID").transform((id) => id.toLowerCase());
export const skuSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+){0,7}$/, "must be a product's SKU")
  .max(64);
export const versionSchema = z.int("must be a whole number").min(1).max(2_147_483_647);
export const quantitySchema = z
  .int("Quantity must be a whole number")
  .min(1, "Quantity must be at least 1")
  .max(quantityMax, `Quantity must be ${quantityMax} or less`);

export const emailSchema = z
  .string({ error: "Enter an email address" })
  .max(254, "Email address must be 254 characters or fewer")
  .transform((value) => value.normalize("NFC").trim())
  .pipe(z.email("Enter an email address like name@example.com"));

export const shipToSchema = z.strictObject({
  name: text(100, "a full name"),
  line1: text(120, "an address"),
  line2: text(120, "a second address line").optional(),
  city: text(80, "a town or city"),
  postcode: text(16, "a postcode"),
  country: z.string({ error: "Choose a country" }).regex(/^[A-Z]{2}$/, "Choose a country"),
});

/** A Stripe test payment method, or one of the simulator's (`pm_sim_...`). */
export const paymentMethodSchema = z
  .string({ error: "Choose how to pay" })
  .regex(/^pm_[A-Za-z0-9_]{1,60}$/, "Choose how to pay");

/** 32 random bytes in base64url: what `POST /api/forms/checkout` mints. */
export const attemptSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be a checkout attempt");

export const placeOrderSchema = z.strictObject({
  cartId: idSchema,
  cartVersion: versionSchema,
  email: emailSchema,
  shipTo: shipToSchema,
  paymentMethod: paymentMethodSchema,
  /** The synchronizer token of the form, where there is a form. Not part of the intent, so not in the fingerprint. */
  attempt: attemptSchema.optional(),
});
export type PlaceOrderInput = z.output<typeof placeOrderSchema>;

export const setLineSchema = z.strictObject({ quantity: quantitySchema });

export const payAgainSchema = z.strictObject({ paymentMethod: paymentMethodSchema });

export const cursorSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/, "must be a cursor from an earlier answer");

/** What the contact and address form collects, flat as forms are. */
export const detailsSchema = z.strictObject({
  email: emailSchema,
  name: shipToSchema.shape.name,
  line1: shipToSchema.shape.line1,
  line2: z
    .string()
    .optional()
    .transform((value) => (value?.trim() ? value : undefined))
    .pipe(shipToSchema.shape.line2),
  city: shipToSchema.shape.city,
  postcode: shipToSchema.shape.postcode,
  country: shipToSchema.shape.country,
});
export type Details = z.output<typeof detailsSchema>;
