declare module '#platform/server/database/tables.ts' {
  interface Tables {
    licence_reminder: LicenceReminderTable
  }
}

export interface LicenceReminderTable {
  account_id: number
  /** Banners are put away until then. Epoch milliseconds. */
  later: number
  /** End of the maintenance period whose banner is put away for ever (YYYY-MM-DD); empty for none. */
  never: string
}
