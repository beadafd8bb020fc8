import { migration } from '#platform/server/database/index.ts'
import { SUBSCRIBER } from './names.ts'

/** Columns that the report is sorted by, each with an index. */
export const SORTED = ['name_key', 'size', 'versions', 'uses', 'approximations', 'changed_at'] as const

export const migrations = [
  migration('2026-11-23-80-diagram-bulk', ({ types: { integer, key } }) => [
    `create table diagram_summary (
        content_id ${integer} primary key references content (id) on delete cascade, version ${integer} not null,
        name_key ${key} not null, size ${integer} not null, versions ${integer} not null,
        changed_at ${integer} not null,
        origin ${key} not null, approximations ${integer} not null, report text not null, uses ${integer} not null)`,
    ...SORTED.map(column => `create index diagram_summary_${column} on diagram_summary (${column}, content_id)`),
    `create table diagram_import (
        content_id ${integer} primary key references content (id) on delete cascade, parent_id ${integer} not null,
        file_key ${key} not null, file text not null, source ${key} not null, version ${integer} not null,
        approximations ${integer} not null, report text not null, at ${integer} not null)`,
    'create index diagram_import_file on diagram_import (parent_id, file_key)',
    // Earlier events are read by a job, not one by one.
    `insert into event_cursor (subscriber, position, updated_at)
        select '${SUBSCRIBER}', coalesce(max(id), 0), 0 from event having count(*) > 0`,
    `insert into setting (name, value)
        select 'diagrams.summaries-unread', 'true' where exists (select 1 from content)`,
  ]),
]
