import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-26-40-application-links', ({ types: { integer, key } }) => {
    const application = `application_id ${key} not null references linked_application (id) on delete cascade`
    return [
      `create table entity_link (
        space_id ${integer} not null references space (id) on delete cascade, ${application},
        type_id ${key} not null, entity_key ${key} not null, name text not null, is_primary ${integer} not null,
        primary key (space_id, type_id, application_id, entity_key))`,
      'create index entity_link_application on entity_link (application_id, space_id)',
      'create index entity_link_entity on entity_link (type_id, entity_key)',
      `create table link_consumer (
        ${application}, role ${key} not null, consumer_key text not null, name text not null, description text not null,
        shared_secret text not null, public_key text not null, outgoing ${integer} not null,
        two_lo_allowed ${integer} not null, two_lo_user text not null, two_lo_impersonation ${integer} not null,
        primary key (application_id, role))`,
    ]
  }),
]
