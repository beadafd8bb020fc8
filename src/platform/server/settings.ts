import type { z } from 'zod'
import type { Database, WriteTransaction } from './database/index.ts'
import { newestEventId } from './events/events.ts'
import { NO_PEERS, type Peers } from './processes/index.ts'

/** Has other processes of this server read the settings again. */
const CHANGED = 'settings.changed'

/** A site-wide setting: its name, its schema and the value that holds until an administrator changes it. */
export interface SettingDefinition<T> {
  readonly name: string
  readonly schema: z.ZodType<T>
  readonly initial: T
}

/** A section of the form with the general settings. Texts are i18n keys. */
export interface SettingsSection {
  readonly title: string
  readonly description?: string
  /** Ascending. */
  readonly order: number
}

/** Sections with settings of several features. */
export const WIKI_SECTION: SettingsSection = { title: 'Wiki', order: 10 }
export const PROXY_SECTION: SettingsSection = {
  title: 'Around the wiki',
  description: 'Limits of the proxy in front of the wiki, and the management of its users.',
  order: 20,
}

/** A control of the form with the general settings. */
export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'text'; readonly maximum: number; readonly isOptional?: boolean }
  /** A date as YYYY-MM-DD, empty for none. */
  | { readonly kind: 'date' }
  /** A number of bytes that is typed in MB. */
  | { readonly kind: 'megabytes'; readonly isRequired?: boolean }
  /** A whole number. */
  | { readonly kind: 'number'; readonly maximum: number }
  /** One of several values, each with its label. */
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  /** Parts that can be switched off, each with its label. The value is a list of those that are off. */
  | { readonly kind: 'parts'; readonly options: Readonly<Record<string, string>> }

/** Field of a setting in the form with the general settings, and in the call behind it. Texts are i18n keys. */
export interface SettingField<T> {
  /** Name in the call. */
  readonly field: string
  readonly section: SettingsSection
  /** Ascending in the section. */
  readonly order?: number
  readonly label: string
  readonly help?: string
  /** Default: a switch, for booleans. */
  readonly control?: SettingControl
  /** Values that administrators may choose. Default: all that can be stored. */
  readonly accepts?: z.ZodType<T>
}

/** A setting that administrators change in the general settings. */
export interface SiteSetting<T = unknown> extends SettingDefinition<T> {
  readonly form: SettingField<T>
}

/**
 * Declares a setting. `initial` holds until an administrator changes it, and where what is stored does not fit the
 * schema. With `form`, it is in the general settings of features that name it in `settings`.
 */
export function setting<T>(name: string, schema: z.ZodType<T>, initial: T): SettingDefinition<T>
export function setting<T>(name: string, schema: z.ZodType<T>, initial: T, form: SettingField<T>): SiteSetting<T>
export function setting<T>(
  name: string,
  schema: z.ZodType<T>,
  initial: T,
  form?: SettingField<T>,
): SettingDefinition<T> & { form?: SettingField<T> } {
  return { name, schema, initial, ...(form && { form }) }
}

/**
 * Site-wide settings, held in memory and reloaded when the event log reports a change.
 */
export class Settings {
  /** Those in the general settings, in the order of the form. */
  readonly inForm: readonly SiteSetting[]
  #values = new Map<string, unknown>()
  #database: Database
  #peers: Peers
  /** Begun so far, and the latest of those whose values are here. */
  #reads = 0
  #newestRead = 0
  /** Values that this process has stored: what was being read meanwhile may lack them. */
  #writes = 0

  /** @param inForm settings of all features that administrators change in one form */
  constructor(database: Database, peers: Peers = NO_PEERS, inForm: readonly SiteSetting[] = []) {
    this.#database = database
    this.#peers = peers
    const place = ({ form: { section, order = 100 } }: SiteSetting) => section.order * 1000 + order
    this.inForm = inForm.toSorted((one, other) => place(one) - place(other))
    peers.handle(CHANGED, () => this.load())
  }

  /** Reads all values; called at start and when `setting.changed` arrives from another machine. */
  async load(): Promise<void> {
    const order = ++this.#reads
    let rows, writes
    do {
      writes = this.#writes
      rows = await this.#database.read.selectFrom('setting').selectAll().execute()
    } while (writes !== this.#writes)
    // A read that began later knows more.
    if (order < this.#newestRead) return
    this.#newestRead = order
    this.#values = new Map(rows.map(row => [row.name, JSON.parse(row.value) as unknown]))
    // Answers that were made since the commit knew the values of before.
    this.#database.invalidate()
  }

  /**
   * Reads the values again when another machine has changed one. On SQLite there is no other machine, and other
   * processes of this one say so.
   * @param onError is called when reading failed; the next event retries
   * @returns a function that ends it
   */
  follow(onError: (error: unknown) => void): () => void {
    if (this.#database.engine === 'sqlite') return () => {}
    let running = false
    let again = false
    let stopped = false
    let position: number | undefined
    const check = async (): Promise<void> => {
      const after = position
      const newest = await newestEventId(this.#database.read)
      const changed =
        after === undefined ||
        (await this.#database.read
          .selectFrom('event')
          .select('id')
          .where('id', '>', after)
          .where('kind', '=', 'setting.changed')
          .limit(1)
          .executeTakeFirst())
      if (changed) await this.load()
      // Only now: had the reading failed, the change would be seen again.
      position = newest
    }
    const wake = (): void => {
      again = true
      if (running) return
      running = true
      void (async () => {
        while (again && !stopped) {
          again = false
          try {
            await check()
          } catch (error) {
            if (!stopped) onError(error)
          }
        }
        running = false
      })()
    }
    wake()
    // A commit of this process has set the value already.
    const unsubscribe = this.#database.onEvents(origin => {
      if (origin !== 'own') wake()
    })
    return () => {
      stopped = true
      unsubscribe()
    }
  }

  get<T>(definition: SettingDefinition<T>): T {
    const stored = this.#values.get(definition.name)
    if (stored === undefined) return definition.initial
    const parsed = definition.schema.safeParse(stored)
    return parsed.success ? parsed.data : definition.initial
  }

  /**
   * Stores a value unless there is one; of machines that do so at once, the first.
   * @returns the value that is stored then
   */
  async ensure<T>(definition: SettingDefinition<T>, value: T): Promise<T> {
    await this.#database.transaction(({ db }) =>
      db
        .insertInto('setting')
        .values({ name: definition.name, value: JSON.stringify(value) })
        .onConflict(conflict => conflict.column('name').doNothing())
        .execute(),
    )
    await Promise.all([this.load(), this.#peers.ask(CHANGED)])
    return this.get(definition)
  }

  /** Removes what was stored inside a transaction, without an event. */
  async remove(tx: WriteTransaction, { name }: { readonly name: string }): Promise<void> {
    await tx.db.deleteFrom('setting').where('name', '=', name).execute()
    tx.afterCommit(() => this.#written(() => this.#values.delete(name)))
  }

  /** Stores a value inside a transaction. The value is visible to `get` after commit. */
  async set<T>(
    tx: WriteTransaction,
    definition: SettingDefinition<T>,
    value: T,
    actorId: number | null,
  ): Promise<void> {
    const checked = definition.schema.parse(value)
    await tx.db
      .insertInto('setting')
      .values({ name: definition.name, value: JSON.stringify(checked) })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: JSON.stringify(checked) }))
      .execute()
    tx.append({ kind: 'setting.changed', actorId, data: { name: definition.name } })
    tx.afterCommit(() => this.#written(() => this.#values.set(definition.name, checked)))
  }

  #written(apply: () => void): Promise<unknown> {
    this.#writes++
    apply()
    return this.#peers.ask(CHANGED)
  }
}
