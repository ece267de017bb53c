// The cards this shop takes. None is real; the last four make the payment provider misbehave.

export type TestCard = { readonly id: string; readonly name: string; readonly effect: string };

export const cards: readonly TestCard[] = [
  { id: "pm_card_visa", name: "Card that works", effect: "The bank says yes." },
  {
    id: "pm_card_visa_chargeDeclined",
    name: "Card that is declined",
    effect: "The bank says no and gives no reason.",
  },
  {
    id: "pm_card_chargeDeclinedInsufficientFunds",
    name: "Card with too little money",
    effect: "The bank says no: there is not enough on it.",
  },
];

export const troubles: readonly TestCard[] = [
  { id: "pm_sim_slow", name: "Slow bank", effect: "The payment works, and the answer takes six seconds." },
  {
    id: "pm_sim_lost_reply",
    name: "Lost answer",
    effect: "The bank takes the money and the connection drops before it can say so.",
  },
  {
    id: "pm_sim_error_once",
    name: "Error on the first try",
    effect: "The provider fails once, then works.",
  },
  { id: "pm_sim_hang", name: "No answer at all", effect: "The provider takes the request and stays silent." },
];

/** Plain words for a payment method's id. */
export function cardName(id: string): string {
  return [...cards, ...troubles].find((card) => card.id === id)?.name ?? "Test card";
}
