import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { SkeletonText } from './Skeleton.tsx'

/** Load error with a retry. */
export function ReadFailure({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <Banner
      tone="danger"
      title={title}
      actions={
        <Button size="small" onPress={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {error.message}
    </Banner>
  )
}

interface Answer<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

/** Combined answer of several queries. */
export function together<T extends Record<string, unknown>>(answers: {
  [Name in keyof T]: Answer<T[Name]>
}): Answer<T> {
  const all: Answer<unknown>[] = Object.values(answers)
  const isThere = all.every(({ data }) => data !== undefined)
  return {
    data: isThere
      ? (Object.fromEntries(Object.entries<Answer<unknown>>(answers).map(([name, { data }]) => [name, data])) as T)
      : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const { error, refetch } of all) if (error) void refetch()
    },
  }
}

export interface LoadedProps<T> {
  /** From `useEndpoint`. */
  answer: Answer<T>
  /** Error title, e.g. `t('The settings could not be read')`. */
  failure: string
  /** Number of text lines, or an element. */
  skeleton?: number | ReactNode
  children: (data: T) => ReactNode
}

/** Query result in all states. A previous answer stays below a failure. */
export function Loaded<T>({ answer: { data, error, refetch }, failure, skeleton = 4, children }: LoadedProps<T>) {
  return (
    <>
      {error && <ReadFailure title={failure} error={error} onRetry={() => void refetch()} />}
      {data === undefined
        ? !error && (typeof skeleton === 'number' ? <SkeletonText lines={skeleton} /> : skeleton)
        : children(data)}
    </>
  )
}
