const fewMax = 10;

export function stockWords(stock: number): string {
  if (stock === 0) return "Sold out";
  return stock <= fewMax ? `Only ${stock} left` : `${stock} in stock`;
}
