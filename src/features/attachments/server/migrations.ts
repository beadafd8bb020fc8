import { migration } from '#platform/server/database/index.ts'

/**
 * The part of a file's name after the last dot, in words that both engines know: all signs that are no dot are taken
 * off the end, and the rest off the beginning. The whole name where there is no dot. The index has it to the letter.
 */
export const EXTENSION = `replace(title_key, rtrim(title_key, replace(title_key, '.', '')), '')`

export const migrations = [
  migration('2026-11-21-40-attachments', ({ types: { integer, key } }) => {
    const file = `media_type ${key} not null, size ${integer} not null, sha256 ${key} not null, comment text not null,
      width ${integer}, height ${integer}`
    const content = `${integer} not null references content (id) on delete cascade`
    return [
      `create table attachment (content_id ${content} primary key, ${file})`,
      `create index attachment_blob on attachment (sha256)`,
      `create table attachment_version (
        content_id ${integer} not null, number ${integer} not null, ${file}, author_id ${integer},
        at ${integer} not null,
        primary key (content_id, number),
        foreign key (content_id, number) references content_version (content_id, number) on delete cascade)`,
      `create index attachment_version_blob on attachment_version (sha256)`,
      // One file of a name on a page, however many uploads arrive at once.
      `create unique index content_attachment_name on content (container_id, title) where type = 'attachment' and status <> 'trashed'`,
      `create table attachment_thumbnail (
        source ${key} not null, box ${key} not null, sha256 ${key} not null, size ${integer} not null,
        media_type ${key} not null,
        primary key (source, box))`,
      `create index attachment_thumbnail_blob on attachment_thumbnail (sha256)`,
      `create table blob_doomed (blob ${key} primary key, at ${integer} not null)`,
    ]
  }),
  // The files of a space by name, and those of one extension, however many there are.
  migration('2026-11-21-99-space-files', () => {
    const files = `where type = 'attachment' and status = 'current'`
    return [
      `create index content_space_files on content (space_id, title_key, id) ${files}`,
      `create index content_space_extension on content (space_id, (${EXTENSION}), title_key, id) ${files}`,
    ]
  }),
  migration('2026-11-23-60-upload-chunks', ({ types: { integer, key } }) => [
    `create table upload_chunk (
        upload ${key} not null, number ${integer} not null,
        account_id ${integer} references account (id) on delete cascade,
        sha256 ${key} not null, size ${integer} not null, at ${integer} not null, primary key (upload, number))`,
    `create index upload_chunk_blob on upload_chunk (sha256)`,
    `create index upload_chunk_account on upload_chunk (account_id, upload)`,
    `create index upload_chunk_at on upload_chunk (at)`,
  ]),
]
