/** A number with the noun that goes with it: `1 page`, `2 pages`. */
export function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
