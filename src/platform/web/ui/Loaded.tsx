import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { SkeletonText } from './Skeleton.tsx'

/** Says that something could not be read, why, and offers another try. */
export function ReadFailure({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <Banner tone="danger" title={title} actions={<Button size="small" onPress={onRetry}>{t('Try again')}</Button>}>
      {error.message}
    </Banner>
  )
}

interface Answer<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

/** Several answers as one: there when all are, failed when one is. */
export function together<T extends Record<string, unknown>>(answers: { [Name in keyof T]: Answer<T[Name]> }): Answer<T> {
  const all: Answer<unknown>[] = Object.values(answers)
  const isThere = all.every(({ data }) => data !== undefined)
  return {
    data: isThere ? (Object.fromEntries(Object.entries<Answer<unknown>>(answers).map(([name, { data }]) => [name, data])) as T) : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const { error, refetch } of all) if (error) void refetch()
    },
  }
}

export interface LoadedProps<T> {
  /** What `useEndpoint` gives. */
  answer: Answer<T>
  /** What is said when it could not be read, e.g. `t('The settings could not be read')`. */
  failure: string
  /** In its place until it is there: lines of text, or a drawing of its own. */
  skeleton?: number | ReactNode
  children: (data: T) => ReactNode
}

/** What a call answers with: a skeleton before, and what went wrong. An answer of before stays below a failure. */
export function Loaded<T>({ answer: { data, error, refetch }, failure, skeleton = 4, children }: LoadedProps<T>) {
  return (
    <>
      {error && <ReadFailure title={failure} error={error} onRetry={() => void refetch()} />}
      {data === undefined ? !error && (typeof skeleton === 'number' ? <SkeletonText lines={skeleton} /> : skeleton) : children(data)}
    </>
  )
}
