import { migration } from '#platform/server/database/index.ts'
import { DIAGRAM_TYPE, DRAWIO_MACROS, DRAWIO_TYPE, GLIFFY_TYPE } from '../names.ts'

/** Condition: texts have macros of draw.io. */
const hasDrawio = `exists (select 1 from content_macro where name in ('${DRAWIO_MACROS.join("', '")}'))`

export const migrations = [
  migration('2026-11-21-diagrams-10-pictures', ({ types: { integer, key } }) => [
    `create table diagram_picture (
      source ${key} not null, look ${key} not null, sha256 ${key} not null, size ${integer} not null, primary key (source, look))`,
    'create index diagram_picture_blob on diagram_picture (sha256)',
  ]),
  migration('2026-11-23-61-diagrams-found', () => [
    // Diagrams among all files, the newest first.
    `create index attachment_diagram on attachment (content_id)
      where media_type in ('${DIAGRAM_TYPE}', '${GLIFFY_TYPE}')`,
  ]),
  migration('2026-11-23-62-diagram-uses', ({ types: { integer, key } }) => [
    `create table diagram_use (
      content_id ${integer} not null references content (id) on delete cascade,
      page_id ${integer} not null references content (id) on delete cascade,
      owner_id ${integer} not null, name ${key} not null, version ${integer} not null,
      primary key (content_id, owner_id, name, version))`,
    'create index diagram_use_of on diagram_use (owner_id, name, content_id)',
    'create index diagram_use_page on diagram_use (page_id)',
    `insert into setting (name, value) select 'diagrams.uses-unread', 'true' where exists (select 1 from content)`,
  ]),
  migration('2026-11-28-60-diagrams-drawio', () => [
    'drop index attachment_diagram',
    `create index attachment_diagram on attachment (content_id)
      where media_type in ('${DIAGRAM_TYPE}', '${GLIFFY_TYPE}', '${DRAWIO_TYPE}')`,
    // Texts with macros of draw.io, whose diagrams were not recorded.
    `delete from setting where name = 'diagrams.uses-unread' and ${hasDrawio}`,
    `insert into setting (name, value) select 'diagrams.uses-unread', 'true' where ${hasDrawio}`,
  ]),
]
