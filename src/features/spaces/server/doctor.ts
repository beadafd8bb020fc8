import type { App } from '#platform/server/app.ts'
import type { DoctorCheck, Finding } from '#platform/server/doctor.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { homePageChecks } from './extensions.ts'
import type { Space } from './store.ts'

const BATCH = 500
/** Emptying the largest space takes less. */
const DELETED_WITHIN_MS = 24 * 60 * 60 * 1000

/** Checks of spaces by `oxbow doctor`. */
export const spaceChecks: readonly DoctorCheck[] = [
  { name: 'Every space has an administrator', run: administrators },
  { name: 'Whoever may do something in a space may see it', run: blindGrants },
  { name: 'Every home page is a page of its space', run: homePages },
  { name: 'Deleted spaces are gone', run: leftovers },
]

async function* administrators(app: App): AsyncIterable<Finding> {
  const { read } = app.database
  for await (const spaces of batches(app)) {
    const ids = app.database.dialect.inIntegers(spaces.map(space => space.id))
    const byName = await read
      .selectFrom('space_permission')
      .innerJoin('account', 'account.id', 'space_permission.account_id')
      .select('space_id')
      .distinct()
      .where('space_id', 'in', ids)
      .where('permission', '=', 'administer:space')
      .where('account.active', '=', 1)
      .execute()
    const byGroup = await read
      .selectFrom('space_permission')
      .innerJoin('membership', 'membership.group_id', 'space_permission.group_id')
      .innerJoin('account', 'account.id', 'membership.account_id')
      .select('space_id')
      .distinct()
      .where('space_id', 'in', ids)
      .where('permission', '=', 'administer:space')
      .where('account.active', '=', 1)
      .execute()
    const administered = new Set([...byName, ...byGroup].map(row => row.space_id))
    for (const space of spaces) {
      if (administered.has(space.id)) continue
      yield {
        severity: 'warning',
        message: `No active user administers the space ${space.key}; a site administrator can grant it in the space's permissions`,
      }
    }
  }
}

/** See `changeGrants`: every subject with a permission holds `read:space` too. */
async function* blindGrants(app: App): AsyncIterable<Finding> {
  const rows = await app.database.read
    .selectFrom('space_permission as held')
    .innerJoin('space', 'space.id', 'held.space_id')
    .select(['space.key', 'held.account_id', 'held.group_id'])
    .distinct()
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('space_permission as reads')
            .select('reads.id')
            .whereRef('reads.space_id', '=', 'held.space_id')
            .where('reads.permission', '=', 'read:space')
            .whereRef('reads.account_id', 'is not distinct from', 'held.account_id')
            .whereRef('reads.group_id', 'is not distinct from', 'held.group_id'),
        ),
      ),
    )
    .orderBy('space.key')
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    const who =
      row.account_id !== null
        ? `user ${row.account_id}`
        : row.group_id !== null
          ? `group ${row.group_id}`
          : 'anonymous visitors'
    yield {
      severity: 'error',
      message: `In the space ${row.key}, ${who} may do something but not see it; grant or revoke space read in its permissions`,
    }
  }
}

async function* homePages(app: App): AsyncIterable<Finding> {
  const ctx = app.systemContext()
  const checks = app.extensions.all(homePageChecks)
  for await (const spaces of batches(app)) {
    for (const space of spaces) {
      if (space.home_page_id === null) continue
      try {
        for (const check of checks) await check(ctx, space, space.home_page_id)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        yield {
          severity: 'warning',
          message: `The space ${space.key} has a wrong home page: ${error.message}. Choose another in its settings`,
        }
      }
    }
  }
}

async function* leftovers(app: App): AsyncIterable<Finding> {
  const rows = await app.database.read
    .selectFrom('space')
    .select(['key', 'id'])
    .where('status', '=', 'deleting')
    .where('updated_at', '<', Date.now() - DELETED_WITHIN_MS)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const row of rows) {
    yield {
      severity: 'warning',
      message: `The space ${row.key} (id ${row.id}) was deleted more than a day ago and still holds data; restart Oxbow, which goes on deleting it`,
    }
  }
}

/** Spaces that are there, some at a time. */
async function* batches(app: App): AsyncIterable<Space[]> {
  for (let after = 0; ;) {
    const spaces = await app.database.read
      .selectFrom('space')
      .selectAll()
      .where('status', '<>', 'deleting')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = spaces.at(-1)
    if (!last) return
    yield spaces
    after = last.id
  }
}
