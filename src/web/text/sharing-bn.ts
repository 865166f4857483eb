// Bengali texts of shared links and of an own file's page.

export const sharingBn = {
  viewer: {
    title: 'আপনাকে পাঠানো কাগজ',
    hint: 'মালিক আপনাকে এই কাগজটি দেখার অনুমতি দিয়েছেন। প্রতিবার খোলা মালিককে জানানো হয়।',
    until: (when: string) => `${when} পর্যন্ত দেখা যাবে`,
    viewOnly: 'শুধু দেখা যাবে, ডাউনলোড করা যাবে না',
    mayDownload: 'দেখা ও ডাউনলোড করা যাবে',
    pin: 'পিন',
    pinHint: 'যিনি কাগজটি পাঠিয়েছেন, পিনটি তাঁর কাছ থেকে জেনে নিন',
    pinMissing: 'পিনটি লিখুন',
    open: 'কাগজটি দেখুন',
    download: 'ডাউনলোড',
    downloading: (percent: string) => `ডাউনলোড হচ্ছে ${percent}`,
    page: (page: string, pages: string) => `পাতা ${page} / ${pages}`,
    loadingPage: 'পাতাটি আনা হচ্ছে…',
    failed: 'কাগজটি আনা যায়নি',
    gone: 'লিংকটি আর কাজ করছে না',
    goneHint: 'লিংকের মেয়াদ শেষ, অথবা মালিক এটি বন্ধ করেছেন। দরকার হলে মালিকের কাছে নতুন লিংক চেয়ে নিন।',
    offline: 'সংযোগ নেই, লিংকটি চালু আছে কি না দেখা যাচ্ছে না',
    notGovernment: 'এটি নথিপত্র পোর্টালের তথ্য কপি, সরকারি দলিল নয়।',
  },
} as const;
