import { sql } from 'kysely'
import { prepared, preparedForViewer } from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'

type Range = Readonly<{ from: string; to: string; limit: number }>

/** Current pages and posts whose title keys are from one text up to another, as far as the viewer sees them, by title. */
export const titlesFrom = preparedForViewer(({ db, dialect, viewer }, { from, to, limit }: Range) =>
  db
    .selectFrom('content')
    .select('id')
    .where('title_key', '>=', from)
    .where('title_key', '<', to)
    .where('status', '=', 'current')
    .where('type', 'in', ['page', 'blogpost'])
    .where(visible(dialect, viewer))
    .where('space_id', 'in', eb => eb.selectFrom('space').select('space.id').where('space.status', '=', 'current'))
    .orderBy('title_key')
    .orderBy(sql`content.id`)
    .limit(limit),
)

/** Current pages and posts with one title, as far as the viewer sees them. */
export const titledExactly = preparedForViewer(
  ({ db, dialect, viewer }, { key, limit }: { key: string; limit: number }) =>
    db
      .selectFrom('content')
      .selectAll()
      .where('title_key', '=', key)
      .where('status', '=', 'current')
      .where('type', 'in', ['page', 'blogpost'])
      .where(visible(dialect, viewer))
      .where('space_id', 'in', eb => eb.selectFrom('space').select('space.id').where('space.status', '=', 'current'))
      .orderBy(sql`content.id`)
      .limit(limit),
)

/** Active users whose user names are from one text up to another, by name. */
export const usersFrom = prepared((db, { from, to, limit }: Range) =>
  db
    .selectFrom('account')
    .select('id')
    .where('username_key', '>=', from)
    .where('username_key', '<', to)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('username_key')
    .limit(limit),
)

/** A word of the index that is longer than another and begins with it. @param end the first text after all of these */
export const longerWords = prepared((db, { word, end }: { word: string; end: string }) =>
  db.selectFrom('search_term').select('term').where('term', '>', word).where('term', '<', end).limit(1),
)
