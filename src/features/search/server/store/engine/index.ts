import type { Engine } from '#platform/server/database/index.ts'
import type { SearchEngine } from './engine.ts'
import { postgresEngine } from './postgres.ts'
import { sqliteEngine } from './sqlite.ts'

export type { IndexedWords, IndexQuery, PatternNode, Scope, SearchDb, SearchEngine, WalkedIndex } from './engine.ts'

export const engineOf = (engine: Engine): SearchEngine => (engine === 'sqlite' ? sqliteEngine : postgresEngine)
