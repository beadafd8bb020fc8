export const UNITS = ['DAYS', 'MONTHS', 'YEARS'] as const
