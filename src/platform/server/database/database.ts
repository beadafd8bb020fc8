import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { NewEvent } from '../events/events.ts'
import type { Sources } from './sources.ts'
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
  /**
   * Runs after commit, never after a rollback. For work in memory only: what must not be lost is an event. The
   * transaction resolves once all of it has, so that other processes know of it before the caller is answered
   * ({@link Peers}); it must not reject.
   */
  afterCommit(work: () => void | Promise<unknown>): void
}

/**
 * Origin of events: this process, another one of the same server (which runs the subscribers for them), or, if unknown,
 * any.
 */
export type EventOrigin = 'own' | 'peer' | 'unknown'
/** @param hasNews whether subscribers get any of the events; true if unknown */
export type EventListener = (origin: EventOrigin, hasNews: boolean) => void

export interface TransactionOptions {
  /**
   * Whether cached answers and facts may be made from what is written; true unless it says otherwise. A transaction
   * that invalidates them and appends no event gets one of {@link INVALIDATION}. False for values that are not read
   * through a cache, such as when a session was last seen.
   */
  invalidates?: boolean
  /**
   * Whether it is on the disk when it resolves; true unless it says otherwise. False saves the wait for the disk, for
   * what is done or derived again when it is lost: where the machine fails (not where a process is killed) the last of
   * these may be undone. The next durable transaction makes all before it durable too.
   */
  durable?: boolean
}

/** Differences between the two engines; used by features only where SQL cannot be shared. */
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

/** Passes short messages to every process of all machines, the sender too. Those sent while one is away are lost. */
export interface SignalChannel {
  /** Longest message in bytes. */
  readonly limit: number
  send(message: string): Promise<void>
  listen(listener: (message: string) => void): void
}

export interface Database {
  readonly engine: Engine
  readonly dialect: EngineDialect
  /** For reading; sees every committed write of this process. */
  readonly read: Queries
  /**
   * Runs `work` in one transaction and resolves after it is committed, and durable unless the options say otherwise.
   * Events appended are in the same transaction. Retried as a whole on a serialisation failure, so `work` must not act
   * outside the transaction.
   */
  transaction<T>(work: (tx: WriteTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Called as each transaction begins, in the asynchronous context of its caller. */
  onTransaction(listener: () => void): void
  /** Called after a commit that appended events, and for those of other processes and machines. */
  onEvents(listener: EventListener): () => void
  /**
   * A number that grows with the event log, whichever process appends to it. Undefined on an engine that has to be
   * queried for it ({@link queryGeneration}).
   */
  generation(): number | undefined
  /**
   * The same number, including everything that was committed before the call. Undefined while the database does not
   * answer.
   */
  queryGeneration(): Promise<number | undefined>
  /**
   * Whether what was read from these sources when the generation was `since` is what a reader finds now; on an engine
   * that has to be queried, when it was queried last.
   */
  isUnchanged(sources: Sources, since: number): boolean
  /** Commits of others before this call count in {@link generation} from now on. Each request begins with it. */
  refreshGeneration(): void
  /** Makes the generation another one without a commit, for values outside the database that answers are made from. */
  invalidate(): void
  /** Short messages between machines; undefined on an engine that has one machine alone. */
  readonly channel: SignalChannel | undefined
  /** Proves that the database answers, for `/health/ready`. @throws when it does not */
  ping(): Promise<void>
  close(): Promise<void>
}
