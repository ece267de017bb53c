import type { ShipTo } from "@/server/domain/order";
import { countryName } from "./countries";

export function Address({ shipTo }: { shipTo: ShipTo }) {
  return (
    <address className="not-italic break-words">
      <span className="block">{shipTo.name}</span>
      <span className="block">{shipTo.line1}</span>
      {shipTo.line2 === undefined ? null : <span className="block">{shipTo.line2}</span>}
      <span className="block">
        {shipTo.postcode} {shipTo.city}
      </span>
      <span className="block">{countryName(shipTo.country)}</span>
    </address>
  );
}
