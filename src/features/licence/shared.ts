/** Name of the meta with the details of the licence, for administrators. */
export const DETAILS_META = 'license-details'

/** Banners are shown from this many days before the date. */
export const SHOWN_DAYS = 30

/** The banner about the licence can be closed while more than this many days are left. */
const CLOSABLE_DAYS = 7

/** Whether the banner about the licence can be closed. */
export function isClosable(daysLeft: number): boolean {
  return daysLeft > CLOSABLE_DAYS
}
