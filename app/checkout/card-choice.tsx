import { RadioCard } from "../_ui/radio-card";
import { cards, type TestCard, troubles } from "./test-cards";

const name = "paymentMethod";

/** Which card to pay with. One group of radio buttons; the trouble makers are folded away. */
export function CardChoice() {
  return (
    <fieldset>
      <legend className="font-serif text-t3 font-semibold">Pay with</legend>
      <p className="text-t1 text-muted">These are test cards. No real money moves.</p>
      <div className="mt-s3 grid max-w-xl gap-s2">
        {cards.map((card, index) => (
          <Choice key={card.id} card={card} checked={index === 0} />
        ))}
        <details>
          <summary className="cursor-pointer py-s3 text-action underline underline-offset-4">
            Simulated trouble
          </summary>
          <div className="mt-s1 grid gap-s2">
            {troubles.map((card) => (
              <Choice key={card.id} card={card} />
            ))}
          </div>
        </details>
      </div>
    </fieldset>
  );
}

function Choice({ card, checked = false }: { card: TestCard; checked?: boolean }) {
  return (
    <RadioCard
      id={`${name}-${card.id}`}
      name={name}
      value={card.id}
      label={card.name}
      detail={card.effect}
      defaultChecked={checked}
    />
  );
}
