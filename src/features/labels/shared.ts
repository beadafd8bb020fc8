import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { quotedCql } from '#features/search/cql-shared.ts'

/** Address of the contents with a label. @param label as `labelWire` names it */
export function labelPath(label: string): string {
  return `${SEARCH_PATH}?cql=${encodeURIComponent(`label = ${quotedCql(label)}`)}`
}
