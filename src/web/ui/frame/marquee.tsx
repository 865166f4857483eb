// The scrolling line above a service. It does not move under reduced motion; screen readers read it once.
export function Marquee({ text }: { text: string }) {
  return (
    <div className="mb-4 overflow-hidden rounded-md bg-accent-soft text-accent-text">
      <p className="sr-only">{text}</p>
      <div
        aria-hidden="true"
        className="running flex w-max py-2 whitespace-nowrap motion-reduce:w-full motion-reduce:justify-center motion-reduce:whitespace-normal"
      >
        {[0, 1].map((half) => (
          <div
            key={half}
            className={
              half === 0
                ? 'flex min-w-[50vw] justify-around gap-16 pr-16 motion-reduce:pr-0'
                : 'flex min-w-[50vw] justify-around gap-16 pr-16 motion-reduce:hidden'
            }
          >
            {[0, 1, 2].map((part) => (
              <span key={part} className={part === 0 ? 'px-4' : 'px-4 motion-reduce:hidden'}>
                {text}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
