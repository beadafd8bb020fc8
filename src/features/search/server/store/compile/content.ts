import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { holderPresent, unguarded, withContainer, withoutContainer } from '#features/content-core/server/policies.ts'
import { meantTitleKey, titleKey } from '#features/content-core/server/read.ts'
import { foldKey, foldName, spacesWith } from '#features/spaces/server/index.ts'
import type {
  FieldName,
  IdsPredicate,
  Predicate,
  QueryNode,
  RangePredicate,
  StringsPredicate,
  UsersPredicate,
} from '../../cql/index.ts'
import { accountsNamed, inCollection, starredSpaces, type Branch, type Compiling, type SortKey } from './branch.ts'
import { all, type Condition } from './condition.ts'

/** The title of a comment is that of its container, and says little of it: searchers of that want the page itself. */
const COMMENT_WEIGHT = 0.05

/** Types of what belongs to no other content, and of what does. */
const PAGES = ['page', 'blogpost']
const HELD = ['comment', 'attachment']
const CONTENT_TYPES = [...PAGES, ...HELD]

/** Pages, blog posts, comments and attachments. */
export const contentBranch: Branch = {
  entity: 'content',
  table: sql`content`,
  id: sql`content.id`,
  documentId: sql`content.id`,
  idOf: id => id,
  isDocument: id => sql<SqlBool>`${id} > 0`,
  weighed: score => sql`${score} * case content.type when 'comment' then ${sql.lit(COMMENT_WEIGHT)} else 1 end`,
  texts: { text: 'all', siteSearch: 'all', title: 'title' },
  isPlain: sql<SqlBool>`(content.guard_id is null and content.container_id is null)`,

  visible({ ctx, dialect, includeArchived }, asked) {
    if (!ctx.viewer.mayUse) return false
    const statuses = includeArchived ? sql`space.status in ('current', 'archived')` : sql`space.status = 'current'`
    // Gathered once: a search goes through thousands of matches, and asking for each would double its cost.
    const readable = ctx.viewer.isAdmin
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`space.id in ${spacesWith(dialect, ctx.viewer, 'read:space')}`
    return all([
      sql<SqlBool>`content.status = 'current'`,
      // `is true`: a test of each row found, which PostgreSQL would else turn into a join that begins with the spaces.
      sql<SqlBool>`(content.space_id in (select space.id from space where ${statuses} and ${readable})) is true`,
      sql<SqlBool>`${unguarded(dialect, ctx.viewer)} is true`,
      // Content of a page in the trash keeps its own status. Pages belong to none, as their index says.
      isOf(PAGES, asked) ? withoutContainer() : holderPresent(),
      !isOf(HELD, asked) || withContainer(),
    ])
  },

  leaf(compiling, predicate) {
    switch (predicate.kind) {
      case 'ids':
        return ofIds(predicate.field, compiling.dialect.inIntegers(predicate.ids))
      case 'collection':
        return ofCollection(compiling, predicate)
      case 'users':
        return ofUsers(predicate)
      case 'range':
        return within(predicate)
      case 'strings':
        return ofStrings(compiling, predicate)
      case 'text':
        return undefined
    }
  },

  sort: sortKey,
}

function ofIds(field: IdsPredicate['field'], ids: RawBuilder<number>): Condition {
  switch (field) {
    case 'id':
      return sql<SqlBool>`content.id in ${ids}`
    case 'parent':
      return sql<SqlBool>`content.parent_id in ${ids}`
    case 'container':
      return sql<SqlBool>`content.container_id in ${ids}`
    case 'ancestor':
      // `union` takes each page once, so that not even a broken tree makes it run on.
      return sql<SqlBool>`(content.type = 'page' and content.id in (
        with recursive below(id) as (
          select child.id from content child where child.parent_id in ${ids} and child.type = 'page'
          union
          select child.id from content child inner join below on child.parent_id = below.id where child.type = 'page')
        select below.id from below))`
  }
}

function ofCollection(compiling: Compiling, predicate: Extract<Predicate, { kind: 'collection' }>): Condition {
  switch (predicate.field) {
    case 'space':
      return inCollection(compiling, sql`content.space_id`, predicate)
    case 'parent':
      return inCollection(compiling, sql`content.parent_id`, predicate)
    case 'container':
      return inCollection(compiling, sql`content.container_id`, predicate)
    case 'id':
    case 'ancestor':
      return inCollection(compiling, sql`content.id`, predicate)
  }
}

function ofUsers({ field, users }: UsersPredicate): Condition | undefined {
  const accounts = accountsNamed(users)
  if (field === 'creator') return sql<SqlBool>`content.creator_id in ${accounts}`
  if (field === 'contributor') {
    return sql<SqlBool>`content.id in (select content_version.content_id from content_version where content_version.author_id in ${accounts}
      union all select version_author.content_id from version_author where version_author.account_id in ${accounts})`
  }
  if (field === 'mention') {
    return sql<SqlBool>`content.id in (select content_link.from_id from content_link
      inner join account on content_link.target_key in (account.user_key, account.username_key)
      where content_link.kind = 'user' and account.id in ${accounts})`
  }
  // Watchers and favourites are other features' to know: without them there are none.
  return false
}

function within({ field, from, to }: RangePredicate): Condition {
  const column = field === 'created' ? sql`content.created_at` : sql`content.updated_at`
  return all([
    from === undefined || sql<SqlBool>`${column} >= ${from}`,
    to === undefined || sql<SqlBool>`${column} < ${to}`,
  ])
}

function ofStrings(compiling: Compiling, { field, values }: StringsPredicate): Condition | undefined {
  const inSpaces = (where: RawBuilder<unknown>) =>
    sql<SqlBool>`content.space_id in (select space.id from space where ${where})`
  switch (field) {
    case 'type': {
      const types = values.filter(value => CONTENT_TYPES.includes(value))
      return (
        types.length > 0 &&
        isOneOf(
          sql`content.type`,
          types.map(type => sql.lit(type)),
        )
      )
    }
    case 'title':
      // Names of files keep their blanks as they are.
      return sql<SqlBool>`content.title_key in (${sql.join(values.flatMap(value => [meantTitleKey(value), titleKey(value)]))})`
    case 'space':
      // Of a single one the index has the contents in their order.
      return isOneOf(
        sql`content.space_id`,
        values.map(key => sql`(select space.id from space where space.key_fold = ${foldKey(key)})`),
      )
    case 'space.title':
      return inSpaces(sql`space.name_fold in (${sql.join(values.map(foldName))})`)
    case 'space.type':
      return ofSpaceTypes(compiling, values, inSpaces)
    case 'label':
    case 'macro':
    case 'space.category':
      return false
    default:
      return undefined
  }
}

const isOneOf = (value: RawBuilder<unknown>, values: readonly RawBuilder<unknown>[]) =>
  values.length === 1 ? sql<SqlBool>`${value} = ${values[0]}` : sql<SqlBool>`${value} in (${sql.join(values)})`

/** Whether one of the conditions, all of which hold, leaves only these types. */
const isOf = (types: readonly string[], asked: readonly QueryNode[]) =>
  asked.some(
    node => node.kind === 'strings' && node.field === 'type' && node.values.every(type => types.includes(type)),
  )

function ofSpaceTypes(
  { ctx }: Compiling,
  values: readonly string[],
  inSpaces: (where: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): Condition {
  const starred = values.includes('favourite') ? sql`space.id in ${starredSpaces(ctx)} or ` : sql``
  return inSpaces(sql`(${starred}space.type in (${sql.join(values)}))`)
}

function sortKey(_compiling: Compiling, field: FieldName): SortKey | undefined {
  const ofSpace = (column: string): SortKey => ({
    type: 'text',
    value: sql`(select ${sql.ref(column)} from space where space.id = content.space_id)`,
  })
  switch (field) {
    case 'id':
      return { type: 'integer', value: sql`content.id`, isAlwaysThere: true }
    case 'created':
      return { type: 'integer', value: sql`content.created_at`, isAlwaysThere: true }
    case 'lastmodified':
      return { type: 'integer', value: sql`content.updated_at`, isAlwaysThere: true }
    case 'title':
      return { type: 'text', value: sql`content.title_key`, isAlwaysThere: true }
    case 'type':
      return { type: 'text', value: sql`content.type`, isAlwaysThere: true }
    case 'creator':
      return {
        type: 'text',
        value: sql`(select account.username_key from account where account.id = content.creator_id)`,
      }
    case 'space':
      return ofSpace('space.key_fold')
    case 'space.title':
      return ofSpace('space.name_fold')
    case 'space.type':
      return ofSpace('space.type')
    default:
      return undefined
  }
}
