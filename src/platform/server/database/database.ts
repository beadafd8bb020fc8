import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { NewEvent } from '../events/events.ts'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Queries = Kysely<Tables>

/** A running transaction; `append` writes to the event log with it. */
export interface WriteTransaction {
  readonly db: Transaction<Tables>
  readonly engine: Engine
  readonly dialect: EngineDialect
  /** Appends an event that is published when, and only when, the transaction commits. */
  append(event: NewEvent): void
  /** Runs after commit, never after a rollback. For work in memory only: what must not be lost is an event. */
  afterCommit(work: () => void): void
}

export interface TransactionOptions {
  /**
   * Writes only what no remembered answer and no fact is made from, such as when a session was last seen: answers that
   * are remembered stay. Without this, each reader's first visit would have everybody's pages made anew.
   */
  housekeeping?: boolean
}

/** What the two engines do differently; used by features only where SQL cannot be shared. */
export interface EngineDialect {
  readonly engine: Engine
  /** Column types for migrations. */
  readonly types: {
    /** Identity primary key column, without the name. */
    id: string
    /** 64-bit integer. */
    integer: string
    /** Text ordered by its bytes, for keys and order strings. */
    key: string
    bytes: string
  }
  /** `value IN (…)` over a list of any length with one bound parameter. */
  inIntegers(values: readonly number[]): RawBuilder<number>
}

export interface Database {
  readonly engine: Engine
  readonly dialect: EngineDialect
  /** For reading; sees every committed write of this process. */
  readonly read: Queries
  /**
   * Runs `work` in one transaction and resolves after it is durable. Events appended are in the same transaction.
   * Retried as a whole on a serialisation failure, so `work` must not act outside the transaction.
   */
  transaction<T>(work: (tx: WriteTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Called after a commit that appended events, and for those of other machines. */
  onEvents(listener: () => void): () => void
  /**
   * A number that is greater after every commit, of this process or another, so that what was read before may be told from
   * what is true now. Commits of {@link TransactionOptions.housekeeping} do not count. Undefined on an engine that has
   * to be asked ({@link askGeneration}).
   */
  generation(): number | undefined
  /**
   * The same number, asked of the database: everything that was committed before the call has changed it. Undefined while
   * the database cannot tell.
   */
  askGeneration(): Promise<number | undefined>
  /** Changes the number without a commit: for who keeps more in memory that answers are made from. */
  forget(): void
  /** Proves that the database answers, for `/health/ready`. @throws when it does not */
  ping(): Promise<void>
  close(): Promise<void>
}
