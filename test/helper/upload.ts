/** Bodies that bring a file along. */

/** A multipart body of text fields and one file. */
export function form(fields: Readonly<Record<string, string>>, file: Buffer, name = 'photo.jpg') {
  const boundary = 'calends-test'
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(texts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** The file as the body, its name beside it. */
export const raw = (body: Buffer, name = 'photo.jpg') => ({
  body,
  headers: { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}"` },
})
