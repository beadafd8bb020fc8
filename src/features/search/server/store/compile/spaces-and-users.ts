import { sql, type SqlBool } from 'kysely'
import { nameKey } from '#features/accounts/server/index.ts'
import { foldKey, foldName, spaceVisible } from '#features/spaces/server/index.ts'
import type { StringsPredicate } from '../../cql/index.ts'
import { accountsNamed, inCollection, nameLike, starredSpaces, type Branch, type Compiling } from './branch.ts'
import { all, type Condition } from './condition.ts'

export const spaceBranch: Branch = {
  entity: 'space',
  table: sql`space`,
  id: sql`space.id`,
  documentId: sql`(-2 * space.id)`,
  idOf: id => sql`(-(${id}) / 2)`,
  isDocument: id => sql<SqlBool>`(${id} < 0 and ${id} % 2 = 0)`,
  texts: { text: 'all', siteSearch: 'all', title: 'title', 'space.title': 'title' },

  visible({ ctx, dialect, includeArchived }) {
    const statuses = includeArchived
      ? sql<SqlBool>`space.status in ('current', 'archived')`
      : sql<SqlBool>`space.status = 'current'`
    return all([statuses, spaceVisible(dialect, ctx.viewer, 'space.id')])
  },

  leaf(compiling, predicate) {
    switch (predicate.kind) {
      case 'strings':
        return ofSpaceStrings(compiling, predicate)
      case 'collection':
        return predicate.field === 'space' ? inCollection(compiling, sql`space.id`, predicate) : undefined
      case 'users':
        if (predicate.field === 'creator') return sql<SqlBool>`space.creator_id in ${accountsNamed(predicate.users)}`
        return predicate.field === 'favourite' ? starredBy(compiling, accountsNamed(predicate.users)) : undefined
      case 'range': {
        const column = predicate.field === 'created' ? sql`space.created_at` : sql`space.updated_at`
        return all([
          predicate.from === undefined || sql<SqlBool>`${column} >= ${predicate.from}`,
          predicate.to === undefined || sql<SqlBool>`${column} < ${predicate.to}`,
        ])
      }
      default:
        return undefined
    }
  },

  sort({ ctx }, field) {
    switch (field) {
      case 'created':
        return { type: 'integer', value: sql`space.created_at` }
      case 'lastmodified':
        return { type: 'integer', value: sql`space.updated_at` }
      case 'title':
      case 'space.title':
        return { type: 'text', value: sql`space.name_fold` }
      case 'space':
        return { type: 'text', value: sql`space.key_fold` }
      case 'space.type':
        return { type: 'text', value: sql`space.type` }
      case 'type':
        return { type: 'text', value: sql`'space'` }
      case 'favourite':
        return {
          type: 'integer',
          value: sql`(select space_favourite.at from space_favourite
            where space_favourite.space_id = space.id and space_favourite.account_id = ${ctx.viewer.userId ?? 0})`,
        }
      default:
        return undefined
    }
  },
}

/** One's own stars alone: what others have starred is theirs to know. */
function starredBy({ ctx }: Compiling, accounts: ReturnType<typeof accountsNamed>): Condition {
  if (ctx.viewer.userId === null) return false
  return sql<SqlBool>`(space.id in ${starredSpaces(ctx)} and ${ctx.viewer.userId} in ${accounts})`
}

function ofSpaceStrings({ ctx }: Compiling, { field, values }: StringsPredicate): Condition | undefined {
  switch (field) {
    case 'type':
      return values.includes('space')
    case 'space':
      return sql<SqlBool>`space.key_fold in (${sql.join(values.map(foldKey))})`
    case 'title':
    case 'space.title':
      return sql<SqlBool>`space.name_fold in (${sql.join(values.map(foldName))})`
    case 'space.type':
      return values.includes('favourite')
        ? sql<SqlBool>`(space.type in (${sql.join(values)}) or space.id in ${starredSpaces(ctx)})`
        : sql<SqlBool>`space.type in (${sql.join(values)})`
    case 'label':
    case 'space.category':
      return false
    default:
      return undefined
  }
}

export const userBranch: Branch = {
  entity: 'user',
  table: sql`account`,
  id: sql`account.id`,
  documentId: sql`(-2 * account.id - 1)`,
  idOf: id => sql`((-(${id}) - 1) / 2)`,
  isDocument: id => sql<SqlBool>`(${id} < 0 and ${id} % 2 <> 0)`,
  texts: { siteSearch: 'all', user: 'all', 'user.fullname': 'title' },

  visible: ({ mayViewUsers }) => mayViewUsers && sql<SqlBool>`(account.active = 1 and account.deleted_at is null)`,

  leaf(_compiling, predicate) {
    if (predicate.kind === 'text' && predicate.field === 'group') {
      const name = nameLike(sql`account_group.name_key`, predicate.query)
      return typeof name === 'boolean' ? name : inGroups(name)
    }
    if (predicate.kind !== 'strings') return undefined
    const { field, values } = predicate
    const folded = values.map(nameKey)
    switch (field) {
      case 'type':
        return values.includes('user')
      case 'user':
        return sql<SqlBool>`account.id in ${accountsNamed(values.map(name => ({ by: 'name', name })))}`
      case 'user.userkey':
        return sql<SqlBool>`account.user_key in (${sql.join(folded)})`
      case 'user.fullname':
        return sql<SqlBool>`account.display_name in (${sql.join(values)})`
      case 'group':
        return inGroups(sql<SqlBool>`account_group.name_key in (${sql.join(folded)})`)
      default:
        return undefined
    }
  },

  sort(_compiling, field) {
    switch (field) {
      case 'created':
      case 'lastmodified':
        return { type: 'integer', value: sql`account.created_at` }
      case 'title':
      case 'user.fullname':
        return { type: 'text', value: sql`account.display_name` }
      case 'type':
        return { type: 'text', value: sql`'user'` }
      default:
        return undefined
    }
  },
}

function inGroups(where: ReturnType<typeof sql<SqlBool>>): Condition {
  return sql<SqlBool>`account.id in (select membership.account_id from membership
    inner join account_group on account_group.id = membership.group_id where ${where})`
}
