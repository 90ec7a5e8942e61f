/** Uploads images one after another. */
import { useCallback, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { findImages, type MediaRecord, uploadFile, uploadUrl } from './media.ts'

export interface UploadProgress {
  readonly done: number
  readonly total: number
}

export interface Upload {
  /** Undefined unless an upload is in progress. */
  readonly progress: UploadProgress | undefined
  readonly addFiles: (files: Iterable<File>) => Promise<void>
  readonly addUrl: (url: string) => Promise<void>
}

/** Errors are shown, and the other images are uploaded. */
export function useUpload(onUploaded: (media: MediaRecord) => void): Upload {
  const notify = useNotify()
  const translate = useTranslate()
  const [progress, setProgress] = useState<UploadProgress>()
  const run = useCallback(
    async (uploads: readonly (() => Promise<MediaRecord>)[]) => {
      for (const [done, upload] of uploads.entries()) {
        setProgress({ done, total: uploads.length })
        try {
          onUploaded(await upload())
        } catch (error) {
          notify(error instanceof Error ? error.message : String(error), { type: 'error' })
        }
      }
      setProgress(undefined)
    },
    [notify, onUploaded],
  )
  return {
    progress,
    addFiles: async (files) => {
      const images = findImages(files)
      if (images.length === 0) notify(translate('media.no_image'), { type: 'warning' })
      await run(images.map((file) => () => uploadFile(file)))
    },
    addUrl: (url) => run([() => uploadUrl(url)]),
  }
}
