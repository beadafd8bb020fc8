import Globe from 'lucide-react/icons/globe'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Loaded, type LoadedProps } from '#platform/web/ui/Loaded.tsx'
import { type MatrixColumn, type MatrixRow, PermissionMatrix } from '#platform/web/ui/PermissionMatrix.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import SubjectPicker, { type PickedSubject } from '../SubjectPicker.tsx'
import { type Grant, type Grantee, granteeId, grantsBySubject, operationOf } from './grants.ts'
import css from './permissions.module.css'

export interface GrantedPermissionsProps {
  /** Result of `useEndpoint` for all grants. */
  answer: LoadedProps<readonly Grant[]>['answer']
  /** Column ids are permissions, `operation:target`. */
  columns: readonly MatrixColumn[]
  /** Text above the table of groups and users. */
  description: string
  /** Subjects that are neither: heading, description, permitted columns of each. */
  others: {
    title: string
    description: string
    offered: Partial<Record<'anonymous' | 'unlicensed', ReadonlySet<string>>>
  }
  /** Shown first, with or without grants: the account or group that is about to get some. */
  meant?: PickedSubject | undefined
  /** Grants or revokes, and invalidates the query. */
  onChange: (
    grantee: Grantee,
    operation: { operationKey: string; targetType: string },
    isHeld: boolean,
  ) => Promise<void>
}

type Row = MatrixRow & { grantee: Grantee }

/** Permission tables of the wiki or a space: groups, users, others. */
export default function GrantedPermissions({ answer, ...matrix }: GrantedPermissionsProps) {
  return (
    <Loaded answer={answer} failure={t('The permissions could not be read')} skeleton={<SkeletonRows />}>
      {grants => <Matrices grants={grants} {...matrix} />}
    </Loaded>
  )
}

function Matrices({
  grants,
  columns,
  description,
  others,
  meant,
  onChange,
}: Omit<GrantedPermissionsProps, 'answer'> & { grants: readonly Grant[] }) {
  const [added, setAdded] = useState<readonly PickedSubject[]>([])
  const always = (['unlicensed', 'anonymous'] as const).filter(kind => others.offered[kind]).map(kind => ({ kind }))
  const rows = grantsBySubject(grants, meant ? [...added, meant] : added, always).map(({ grantee, held }): Row => {
    const offered =
      grantee.kind === 'anonymous' || grantee.kind === 'unlicensed' ? others.offered[grantee.kind] : undefined
    return { id: granteeId(grantee), grantee, held, ...lookOf(grantee), ...(offered && { offered }) }
  })
  const matrix = (label: string, shown: Row[]) => (
    <PermissionMatrix
      label={label}
      columns={columns}
      rows={shown}
      onChange={(row, column, isHeld) => onChange((row as Row).grantee, operationOf(column.id), isHeld)}
    />
  )
  const isPicked = ({ grantee }: Row) => grantee.kind === 'group' || grantee.kind === 'user'
  return (
    <>
      <Section title={t('Groups and users')} description={description}>
        <div className={css.adder}>
          <SubjectPicker
            label={t('Add a group or user')}
            isForAdding
            onPick={picked => {
              if (picked) setAdded(before => [picked, ...before])
            }}
          />
        </div>
        {matrix(t('Groups and users'), rows.filter(isPicked))}
      </Section>
      <Section title={others.title} description={others.description}>
        {matrix(
          others.title,
          rows.filter(row => !isPicked(row)),
        )}
      </Section>
    </>
  )
}

function lookOf(grantee: Grantee): { name: string; mark: ReactNode; note?: string } {
  const group = <Users size={20} />
  if (grantee.kind === 'anonymous') return { name: t('Anonymous visitors'), mark: <Globe size={20} /> }
  if (grantee.kind === 'unlicensed') return { name: t('Users without the permission to use the wiki'), mark: group }
  if (grantee.kind === 'group') return { name: grantee.name, mark: group }
  return {
    name: grantee.name,
    note: `@${grantee.username}`,
    mark: <Avatar name={grantee.name} picture={grantee.picture} isDecorative />,
  }
}
