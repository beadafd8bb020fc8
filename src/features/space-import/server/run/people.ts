import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/server/context.ts'
import {
  completeImported,
  createGroup,
  findAccount,
  findGroup,
  groupsById,
  importAccount,
  type Account,
} from '#features/accounts/server/index.ts'
import type { NamedPerson } from '../package/exported.ts'
import { groupIn, personIn, type ExportedPerson } from '../package/people.ts'
import type { Staging } from '../package/staging-store.ts'
import { changeOutcome, personRow, type PersonOutcome, type PersonRow } from '../people-store.ts'
import { runById } from '../run-store.ts'
import { groupNameOf, isGroupName, profileOf } from './people-names.ts'
import { planBatch } from './people-plan.ts'
import type { ImportReport } from './report.ts'

/** Users and groups that are remembered; of others the rows are read again. */
const MOST_REMEMBERED = 5000

/** An account or the id of a group; null for a user or group that is left out. */
interface Found<T> {
  here: T | null
}

/** Finds the accounts and groups for users and groups of an export as they are planned, and makes those that are new. */
export class People {
  readonly #ctx: Context
  readonly #objects: Staging
  readonly #report: ImportReport
  readonly #runId: number
  readonly #isActive: boolean
  /** By the names that contents and texts use for a user. */
  readonly #accounts = new LRUCache<string, Found<Account>>({ max: MOST_REMEMBERED })
  readonly #groups = new LRUCache<string, Found<number>>({ max: MOST_REMEMBERED })

  /** @param options.isActive whether accounts that are made may sign in, once they have a password */
  constructor(
    ctx: Context,
    objects: Staging,
    report: ImportReport,
    { runId, isActive }: { runId: number; isActive: boolean },
  ) {
    this.#ctx = ctx
    this.#objects = objects
    this.#report = report
    this.#runId = runId
    this.#isActive = isActive
  }

  /** The account of a user; null for one that the export does not name, or that is left out. */
  async account(person: NamedPerson = {}): Promise<Account | null> {
    const { userKey = '', username = '', accountId = '' } = person
    const id = JSON.stringify([userKey, username, accountId])
    const known = this.#accounts.get(id)
    if (known) return known.here
    const exported = personIn(this.#objects, person)
    if (!exported) return null
    const here = await this.#account(exported)
    this.#accounts.set(id, { here })
    return here
  }

  async #account(person: ExportedPerson): Promise<Account | null> {
    const row = await this.#row(person)
    if (row.action === 'skip') {
      await this.#record(row, 'skipped', null)
      return null
    }
    const target = row.target_id === null ? undefined : await this.#existing({ id: row.target_id })
    if (target) {
      await this.#record(row, row.outcome ?? 'matched', target.id)
      return this.#completed(target, person)
    }
    return this.#made(row, person)
  }

  /** A new account, or the one that has the key or name of the user by now. */
  async #made(row: PersonRow, person: ExportedPerson): Promise<Account> {
    const { username, displayName, email, userKey } = profileOf(person)
    const ofKey = userKey === null ? undefined : await findAccount(this.#ctx.app, { userKey })
    const found = ofKey?.deleted_at === null ? ofKey : await this.#existing({ username })
    const account = found
      ? await this.#completed(found, person)
      : await importAccount(
          this.#ctx.app,
          // The key of an account that was deleted here stays with it.
          { username, displayName, email, userKey: ofKey ? null : userKey, isActive: this.#isActive },
          this.#ctx.viewer.userId,
        )
    await this.#record(row, found ? 'matched' : 'created', account.id)
    return account
  }

  async #existing(ref: { id: number } | { username: string }): Promise<Account | undefined> {
    const account = await findAccount(this.#ctx.app, ref)
    return account?.deleted_at === null ? account : undefined
  }

  #completed(account: Account, person: ExportedPerson): Promise<Account> {
    const { displayName, email, placeholder } = profileOf(person)
    return completeImported(this.#ctx.app, account, { displayName, email, placeholder }, this.#ctx.viewer.userId)
  }

  /** The id of a group, which is made where there is none; null for one that is left out. */
  async group(name: string): Promise<number | null> {
    const exported = groupIn(name)
    if (!exported) return null
    const known = this.#groups.get(exported.source)
    if (known) return known.here
    const here = await this.#group(exported)
    this.#groups.set(exported.source, { here })
    return here
  }

  async #group(group: ExportedPerson): Promise<number | null> {
    const row = await this.#row(group)
    const name = groupNameOf(group.name)
    if (row.action === 'skip') {
      if (row.outcome === null && row.matched_by === null) this.#reportUnnamable(name)
      await this.#record(row, 'skipped', null)
      return null
    }
    const isThere = row.target_id !== null && (await groupsById(this.#ctx.app, [row.target_id])).has(row.target_id)
    if (isThere) {
      await this.#record(row, row.outcome ?? 'matched', row.target_id)
      return row.target_id
    }
    const found = await findGroup(this.#ctx.app, name)
    if (!found && !isGroupName(name)) {
      this.#reportUnnamable(name)
      await this.#record(row, 'skipped', null)
      return null
    }
    const { id } = found ?? (await createGroup(this.#ctx.app, { name }, this.#ctx.viewer.userId))
    await this.#record(row, found ? 'matched' : 'created', id)
    return id
  }

  #reportUnnamable(name: string): void {
    this.#report.remark('The group "{{name}}" was left out: no group can have that name', { name: name.slice(0, 100) })
  }

  /** The decision for a user or group. Users whom only texts mention are planned now. */
  async #row(person: ExportedPerson): Promise<PersonRow> {
    const { app } = this.#ctx
    const key = { run_id: this.#runId, kind: person.kind, source: person.source }
    const planned = await personRow(app.database.read, key)
    if (planned) return planned
    const run = await runById(app.database.read, this.#runId)
    await planBatch(app, { runId: this.#runId, fingerprint: run?.fingerprint ?? null, spaceKeys: [] }, [person])
    const row = await personRow(app.database.read, key)
    if (!row) throw new Error(`The ${person.kind} ${person.source} of import ${this.#runId} is not there`)
    return row
  }

  async #record(row: PersonRow, outcome: PersonOutcome, targetId: number | null): Promise<void> {
    if (row.outcome === outcome && row.target_id === targetId) return
    await this.#ctx.app.database.transaction(tx => changeOutcome(tx, row, { outcome, target_id: targetId }), {
      invalidates: false,
      durable: false,
    })
  }
}
