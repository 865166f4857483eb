// Messages from an open page may arrive before its caller is known: until then they are buffered.
interface Speaking {
  on(event: 'message', listener: (data: { toString(): string }) => void): void;
}

const longest = 200;
const maxBuffered = 20;

/** Call as soon as the socket opens. @returns a function that sets the listener; buffered messages reach it first */
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
