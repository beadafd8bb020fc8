import type { FromSupervisor, ToSupervisor } from './messages.ts'

type Send = (message: FromSupervisor) => void

/** A question that not all have answered yet. */
interface Question {
  readonly asker: number
  readonly id: number
  readonly pending: Set<number>
  readonly answers: unknown[]
}

/**
 * Passes messages between the processes of one server, and the right to write from one to the next. It knows nothing of
 * what they say. A process that ends is waited for no longer and loses its turn.
 */
export class Hub {
  readonly #members = new Map<number, Send>()
  readonly #questions = new Map<string, Question>()
  readonly #turns: number[] = []

  /** @param send to the process `from`; it must not throw when that is gone */
  receive(from: number, message: ToSupervisor, send: Send): void {
    switch (message.kind) {
      case 'join':
        this.#members.set(from, send)
        break
      case 'ask':
        this.#ask(from, message)
        break
      case 'answer':
        this.#answered(message.id, from, message.answers)
        break
      case 'broadcast':
        for (const [member, sendTo] of this.#members)
          if (member !== from) sendTo({ kind: 'message', topic: message.topic, data: message.data })
        break
      case 'take-turn':
        if (this.#turns.push(from) === 1) send({ kind: 'turn' })
        break
      case 'give-turn-back':
        if (this.#turns[0] === from) this.#nextTurn(1)
    }
  }

  /** The process has ended. */
  leave(member: number): void {
    this.#members.delete(member)
    for (const id of this.#questions.keys()) this.#answered(id, member, [])
    const hadTurn = this.#turns[0] === member
    const left = this.#turns.filter(waiting => waiting !== member)
    this.#turns.splice(0, this.#turns.length, ...left)
    if (hadTurn) this.#nextTurn(0)
  }

  #ask(asker: number, { id, topic, data }: Extract<ToSupervisor, { kind: 'ask' }>): void {
    const others = [...this.#members].filter(([member]) => member !== asker)
    const question = { asker, id, pending: new Set(others.map(([member]) => member)), answers: [] }
    const key = `${asker} ${id}`
    this.#questions.set(key, question)
    for (const [, send] of others) send({ kind: 'asked', id: key, topic, data })
    this.#finish(key, question)
  }

  #answered(key: string, member: number, answers: unknown[]): void {
    const question = this.#questions.get(key)
    if (!question?.pending.delete(member)) return
    question.answers.push(...answers)
    this.#finish(key, question)
  }

  #finish(key: string, { asker, id, pending, answers }: Question): void {
    if (pending.size > 0) return
    this.#questions.delete(key)
    this.#members.get(asker)?.({ kind: 'answers', id, answers })
  }

  /** @param ended how many at the head of the line are done */
  #nextTurn(ended: number): void {
    this.#turns.splice(0, ended)
    const [next] = this.#turns
    if (next !== undefined) this.#members.get(next)?.({ kind: 'turn' })
  }
}
