// Buffers messages that arrive from a page before its caller has been identified.
interface Speaking {
  on(event: 'message', listener: (data: { toString(): string }) => void): void;
}

const longest = 200;
const maxBuffered = 20;

/** Must be called as soon as the socket opens. @returns a function that sets the listener, which first receives the buffered messages */
export function bufferMessages(socket: Speaking): (listener: (text: string) => void) => void {
  const buffered: string[] = [];
  let onMessage = (text: string) => {
    if (buffered.length < maxBuffered) buffered.push(text);
  };
  socket.on('message', (data) => {
    const text = data.toString();
    if (text.length <= longest) onMessage(text);
  });
  return (listener) => {
    onMessage = listener;
    for (const text of buffered.splice(0)) listener(text);
  };
}
