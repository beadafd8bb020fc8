import { generateNKeysBetween } from 'fractional-indexing'
import { COLLECTIONS, type CollectionName } from '../collections.ts'

const names = Object.keys(COLLECTIONS) as CollectionName[]
const positions = generateNKeysBetween(null, null, names.length)

/** The main links that every space has from its beginning. */
export const MAIN_LINKS = names.map((collectorKey, index) => ({ collectorKey, position: positions[index] ?? 'a0' }))
