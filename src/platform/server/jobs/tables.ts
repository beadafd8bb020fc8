import type { Generated } from 'kysely'
import { migration } from '../database/index.ts'
import type { JobClass } from '../jobs.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    job: JobTable
    job_budget: JobBudgetTable
    schedule_slot: { name: string; slot: number }
  }
}

export interface JobTable {
  /** UUID. */
  id: string
  kind: string
  /** Class of its kind. */
  class: Generated<JobClass>
  /** English text with places, which is the key of its translations. */
  title: string
  /** JSON of what fills the places of the title. */
  title_values: string | null
  owner_id: number | null
  /** Account whose budget pays for the work. */
  charged_to: number | null
  state: 'queued' | 'running' | 'done' | 'failed'
  /** JSON object. */
  input: string
  /** 0 to 100. */
  progress: number
  /** JSON list of texts for people: phrases, and English sentences of earlier versions. */
  messages: string
  /** How often the job was taken. A runner that lost its lease finds another number here. */
  attempt: number
  /** Not before this time. */
  run_after: number
  /** The process that works on it, see `runner-name.ts`. */
  lease_owner: string | null
  lease_until: number | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

/** Time of runners that an account has used in a class; see `budget.ts`. */
interface JobBudgetTable {
  account_id: number
  class: JobClass
  /** When the budget, which is refilled slowly, has paid for all work so far. */
  paid_at: number
}

export const migrations = [
  migration('2026-11-21-01-jobs', ({ types: { integer, key } }) => [
    `create table job (
        id ${key} primary key, kind ${key} not null, title text not null, owner_id ${integer}, state ${key} not null,
        input text not null, progress ${integer} not null, messages text not null, attempt ${integer} not null,
        run_after ${integer} not null, lease_owner text, lease_until ${integer}, created_at ${integer} not null,
        started_at ${integer}, finished_at ${integer})`,
    `create index job_state on job (state, run_after)`,
    `create index job_owner on job (owner_id, created_at, id)`,
    `create index job_finished on job (finished_at)`,
    `create table schedule_slot (name ${key} primary key, slot ${integer} not null)`,
  ]),
  migration('2026-11-25-01-job-title-values', () => ['alter table job add column title_values text']),
  // The next job, and the latest, whatever the length of the queue.
  migration('2026-11-26-01-job-order', () => [
    'create index job_next on job (state, run_after, created_at, kind)',
    'drop index job_state',
    'create index job_created on job (created_at, id)',
  ]),
  // The next job of each class. Jobs of earlier versions get their class when the queue starts.
  migration('2026-11-27-80-job-classes', ({ types: { integer, key } }) => [
    `alter table job add column class ${key} not null default 'tasks'`,
    `alter table job add column charged_to ${integer}`,
    'create index job_waiting on job (state, class, run_after, created_at, kind, charged_to)',
    'drop index job_next',
    `create table job_budget (
        account_id ${integer} not null, class ${key} not null, paid_at ${integer} not null,
        primary key (account_id, class))`,
  ]),
]
