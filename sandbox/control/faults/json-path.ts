/** The JSON with another value at `data.accounts[0].iban`. What is not JSON, or not there, stays as it is. */
export function changeAt(json: Buffer, path: string, value: string): Buffer {
  return edited(json, path, (holder, key) => {
    holder[key] = value
  })
}

/** The JSON without what stands at the path. */
export function removeAt(json: Buffer, path: string): Buffer {
  return edited(json, path, (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  })
}

type Holder = Record<string, unknown>

function edited(json: Buffer, path: string, edit: (holder: Holder, key: string) => void): Buffer {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  const last = keys.pop()
  const content = parseJson(json)
  let holder: unknown = content
  for (const key of keys) holder = isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : null
  if (last === undefined || !isHolder(holder) || !Object.hasOwn(holder, last)) return json
  edit(holder, last)
  return Buffer.from(JSON.stringify(content))
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return null
  }
}
