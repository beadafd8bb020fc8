import type { Translate } from '#platform/texts.ts'

/** How many results there are, of a list's first page. */
export interface ResultCount {
  totalSize: number
  totalSizeIsLowerBound?: true | undefined
}

/** Says how many results there are. */
export function resultCount(t: Translate, { totalSize: count, totalSizeIsLowerBound }: ResultCount): string {
  return totalSizeIsLowerBound ? t('More than {{count}} results', { count }) : t('{{count}} results', { count })
}
