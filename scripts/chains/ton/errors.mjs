/** What a request is refused with: an HTTP status and a text, as toncenter answers them. */
export class RequestError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const badParameter = (message) => new RequestError(422, message);
export const notFound = (message) => new RequestError(404, message);
