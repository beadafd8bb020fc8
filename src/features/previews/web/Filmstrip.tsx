import { useEffect, useRef, useState } from 'react'
import { LineIcon } from '#platform/view/Icon.tsx'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { fileIconOf, fileIcons } from '#features/attachments/file-icons-shared.ts'
import { askForThumbnails, type PreviewFile } from '../contract.ts'
import { CONVERSION, THUMBNAIL_PATH } from '../shared.ts'
import { pollConversions } from './conversions.ts'
import css from './Previewer.module.css'

interface FilmstripProps {
  files: readonly PreviewFile[]
  current: string | undefined
  onShow: (id: string) => void
}

/** Thumbnails of the files, to go to one of them. */
export function Filmstrip({ files, current, onShow }: FilmstripProps) {
  const converted = useConverted(files)
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <ul className={css.strip} ref={strip} aria-label={t('Files')}>
      {files.map(file => (
        <li key={file.id}>
          <button
            type="button"
            className={css.thumbnail}
            aria-label={file.name}
            aria-current={file.id === current ? 'true' : undefined}
            title={file.name}
            onClick={() => onShow(file.id)}
          >
            {converted.has(file.id) ? (
              <img src={`${THUMBNAIL_PATH}/${file.id}/${file.version}`} alt="" draggable={false} />
            ) : (
              <LineIcon content={fileIcons[fileIconOf(file.niceType)]} />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Files whose thumbnails are there; those of pictures are made when the strip is shown. */
function useConverted(files: readonly PreviewFile[]): ReadonlySet<string> {
  const [converted, setConverted] = useState<ReadonlySet<string>>(new Set())
  const wanted = files.filter(file => file.hasThumbnail)
  const key = wanted.map(file => `${file.id}/${file.version}`).join(' ')
  useEffect(() => {
    const closed = new AbortController()
    const versions = new Map(key === '' ? [] : key.split(' ').map(part => part.split('/') as [string, string]))
    pollConversions([...versions.keys()], {
      ask: ids =>
        call(
          askForThumbnails,
          { body: ids.slice(0, 200).map(id => ({ id, v: Number(versions.get(id)) })) },
          { signal: closed.signal },
        ),
      onStatus: (id, status) => {
        if (status === CONVERSION.converted) setConverted(before => new Set([...before, id]))
      },
      signal: closed.signal,
    }).catch((error: unknown) => {
      // Icons replace the thumbnails.
      if (!closed.signal.aborted) reportError(error)
    })
    return () => closed.abort()
  }, [key])
  return converted
}
