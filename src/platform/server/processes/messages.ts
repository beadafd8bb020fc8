/** Messages of a serving process to the one that started it. */
export type ToSupervisor =
  | { readonly kind: 'join' }
  | { readonly kind: 'ask'; readonly id: number; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'answer'; readonly id: string; readonly answers: unknown[] }
  | { readonly kind: 'broadcast'; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'take-turn' }
  | { readonly kind: 'give-turn-back' }

/** Messages to a serving process. */
export type FromSupervisor =
  | { readonly kind: 'asked'; readonly id: string; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'message'; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'answers'; readonly id: number; readonly answers: unknown[] }
  | { readonly kind: 'turn' }

/** Messages of a helper to the process that started it. */
export type FromHelper =
  | { readonly kind: 'said'; readonly data: unknown }
  | { readonly kind: 'take-turn' }
  | { readonly kind: 'give-turn-back' }

/** Messages to a helper. */
export type ToHelper = Stop | { readonly kind: 'turn' }

/** Says that a process answers requests, with what is to be printed for who started the server. */
export interface Ready {
  readonly kind: 'ready'
  readonly lines: readonly string[]
}

/** Asks a process to finish its open requests and to end. */
export interface Stop {
  readonly kind: 'stop'
}
