import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-50-hints', ({ types: { integer, key } }) => {
    const account = `account_id ${integer} not null references account (id) on delete cascade`
    return [
      `create table help_tip_dismissal (${account}, tip_id ${key} not null, at ${integer} not null, primary key (account_id, tip_id))`,
      `create table feature_discovery (${account}, plugin_key ${key} not null, feature_key ${key} not null,
        views ${integer} not null, discovered ${integer} not null, primary key (account_id, plugin_key, feature_key))`,
    ]
  }),
]
